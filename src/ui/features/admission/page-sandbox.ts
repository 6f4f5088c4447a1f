import { createFrameSandbox } from '../../../outside/sandbox/frame'
import type { Sandbox } from '../../../outside/sandbox/sandbox'

let sandbox: Sandbox | undefined

/** The sandbox for trying code in this page; webhooks called by the cluster run in another one. */
export const pageSandbox = (): Sandbox => (sandbox ??= createFrameSandbox(document))
