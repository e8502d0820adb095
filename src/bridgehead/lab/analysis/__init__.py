"""What the games of a study come to, in figures."""
