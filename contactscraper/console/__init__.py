"""What the commands share: their arguments, tables for people, JSON for scripts, and asking before anything is lost."""
