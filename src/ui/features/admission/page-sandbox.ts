import { createFrameSandbox } from '../../../outside/sandbox/frame'
import type { Sandbox } from '../../../outside/sandbox/sandbox'

let sandbox: Sandbox | undefined

/** Where the page itself tries a person's code; the webhooks that the cluster asks run in one of their own. */
export const pageSandbox = (): Sandbox => (sandbox ??= createFrameSandbox(document))
