//! The board and the engines that write on it.
