#!/usr/bin/env node
// The command-line client: npm run orchctl -- get pods. ORCHARD_NAMES=kubernetes makes it speak Kubernetes' names.
import { runProcess } from './orchctl-run.mjs'

await runProcess(process.env.ORCHARD_NAMES === 'kubernetes' ? 'kubernetes' : 'orch')
