"""Pig: roll or hold, the smallest game that has all the parts of one."""
