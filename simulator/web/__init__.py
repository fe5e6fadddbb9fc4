"""The lab's server and pages: this computer only, one stream of answers for each page."""
