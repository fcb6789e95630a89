"""Glucose 4.2 through PySAT, on the plain 0-1 model. Nodes are its conflicts."""
# requires: python-sat==1.9.dev24
from sat import serve_with

serve_with("Glucose", "glucose42")
