"""What the scripts that hold gotcha against the compiler have in common."""
