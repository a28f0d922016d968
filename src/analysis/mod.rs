//! Facts computed over GOTO programs; changes nothing.
