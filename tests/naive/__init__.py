"""A second, naive reckoning of a pulka, and evenings made up for it: the independent check on the program."""
