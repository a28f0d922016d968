//! Suites, JSON and other files made from the board. Nothing here decides anything.
