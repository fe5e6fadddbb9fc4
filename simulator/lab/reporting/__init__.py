"""Use cases that read: analyses, reports and the files they write."""
