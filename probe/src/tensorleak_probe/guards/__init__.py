"""Guards that users put into their own code, so that a leak cannot come back unnoticed; each module stands alone."""
