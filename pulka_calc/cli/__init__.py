"""The command line: one file a command, the surroundings passed in, exits decided in one place."""
