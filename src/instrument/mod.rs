//! GOTO to GOTO passes that add something: coverage goals, properties, isolation.
