"""Reports: render a diagnosis, never read files of their own accord."""
