import type { Outside } from '../machinery/egress'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import type { OutsideHandler, Readiness } from './tab'

/** A request that a simulated service answered, fit for display: without tokens and passwords. */
export interface AnsweredCall {
  readonly at: number
  readonly method: string
  readonly url: string
  readonly status: number
  readonly note: string
}

/** An external service that the tab simulates; the page can inspect and change it. */
export interface SimulatedService {
  readonly name: string
  readonly handle: OutsideHandler
  readonly ready?: Readiness
  /** Its settings and recent activity. */
  state(): Promise<JsonObject>
  /** Replaces the settings. Rejects if they are invalid. */
  change(settings: JsonObject): Promise<void>
  /** Actions that it offers, by name. */
  readonly actions?: Readonly<Record<string, () => Promise<void>>>
}

/** Storage for a service's settings. */
export interface Settings {
  get(name: string): Promise<unknown>
  put(name: string, value: unknown): Promise<void>
}

/** The latest calls, oldest first. */
export class CallLog {
  private readonly calls: AnsweredCall[] = []
  constructor(private readonly limit = 60) {}

  note(call: AnsweredCall): void {
    this.calls.push(call)
    if (this.calls.length > this.limit) this.calls.shift()
  }
  list(): JsonObject[] {
    return this.calls.map((call) => ({ ...call }))
  }
}

const NAMES = ['outside', 'reach'] as const
type CallName = (typeof NAMES)[number]

/** Whether the arguments of such a call replace a service's settings. */
export const changesService = (args: unknown): boolean => isObject(args) && isObject(args.settings)

/** Whether a control call is about the simulated services. */
export const isOutsideCall = (name: string): name is CallName => NAMES.some((known) => known === name)

/** The page's controls for the simulated services (`outside`, `reach` of server/control.ts). Rejects with the service's error. */
export function controlServices(
  services: readonly SimulatedService[],
  outside: Outside,
): (name: CallName, args: unknown) => Promise<Json> {
  return async (name, args) => {
    if (!isObject(args)) throw new Error(`${name} needs arguments`)
    if (name === 'reach') return reach(outside, args)
    const service = services.find((known) => known.name === args.service)
    if (!service) throw new Error(`there is no service named ${JSON.stringify(args.service)}`)
    if (isObject(args.settings)) await service.change(args.settings)
    if (typeof args.action === 'string') {
      const action = service.actions?.[args.action]
      if (!action) throw new Error(`${service.name} can't "${args.action}"`)
      await action()
    }
    return service.state()
  }
}

async function reach(outside: Outside, { method, url, headers, body, ca }: JsonObject): Promise<Json> {
  if (typeof url !== 'string') throw new Error('reach needs an address')
  const pairs = isObject(headers)
    ? Object.entries(headers).flatMap(([key, value]): [string, string][] =>
        typeof value === 'string' ? [[key, value]] : [],
      )
    : []
  const request = new Request(url, {
    method: typeof method === 'string' ? method : 'GET',
    headers: pairs,
    ...(typeof body === 'string' && { body }),
  })
  const response = await outside.fetch(request, typeof ca === 'string' && ca !== '' ? { ca } : {})
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}
