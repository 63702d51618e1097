// A server that says why on stderr and exits with code 3 before it speaks.
process.stderr.write("boom: cannot find DATABASE_URL\n", () => process.exit(3));
