// A server that writes in colours to its standard error.
import { readFileSync } from "node:fs";
