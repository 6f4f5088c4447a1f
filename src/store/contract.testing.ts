import type { ContractCase } from './contract-kit.testing'
import { READ_CASES } from './contract-reads.testing'
import { RESTART_CASES } from './contract-restarts.testing'
import { WATCH_CASES } from './contract-watches.testing'
import { WRITE_CASES } from './contract-writes.testing'

/** The promises of `Store`, as cases that need no test runner, so that they also run in a page. */
export const CONTRACT: readonly ContractCase[] = [...WRITE_CASES, ...READ_CASES, ...WATCH_CASES, ...RESTART_CASES]
