#!/usr/bin/env node
// The command-line client: npm run orchctl -- get pods. ORCHARD_NAMES=kubernetes makes it speak Kubernetes' names.
import { existsSync } from 'node:fs'

const names = process.env.ORCHARD_NAMES === 'kubernetes' ? 'kubernetes' : 'orch'
// The installed package has no source, only the build.
if (existsSync(new URL('../src/', import.meta.url))) {
  const { runProcess } = await import('./orchctl-run.mjs')
  await runProcess(names)
} else {
  const { runProcess } = await import(`../dist-lib/${names}/orchctl.js`)
  await runProcess()
}
