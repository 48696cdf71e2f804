"""What pages and API share of HTTP: refusals as answers, headers, how often one may ask, this server's own address."""
