#!/usr/bin/env node
// The command-line client in the names of Kubernetes.
import { runProcess } from './orchctl-run.mjs'

await runProcess('kubernetes')
