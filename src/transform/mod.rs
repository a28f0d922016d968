//! GOTO to GOTO passes that keep the meaning.
