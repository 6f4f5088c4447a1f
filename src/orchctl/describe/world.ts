import { StatusError } from '../../client/status-error'
import type { ApiObject } from '../../machinery/object'
import { findKind, findResource, type Resource } from '../core/catalogue'
import type { Session } from '../core/session'
import { Objects } from '../resources/server'
import { type Fields, ageText, itemsOf, textOf } from './common'
import type { Writer } from './writer'

/** A describer's queries for related objects. Objects that can't be read are left out of descriptions. */
export class DescribeWorld {
  private readonly objects: Objects
  constructor(
    private readonly session: Session,
    readonly showEvents: boolean,
    private readonly limit = 500,
  ) {
    this.objects = new Objects(session)
  }

  now(): number {
    return this.session.io.clock.now()
  }
  age(value: unknown): string {
    return ageText(this.now(), value)
  }

  /** The objects of a type; undefined if they can't be listed. */
  async list(
    type: string,
    namespace: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<ApiObject[] | undefined> {
    try {
      return await this.listOrFail(type, namespace, query)
    } catch (error) {
      if (error instanceof StatusError) return undefined
      throw error
    }
  }

  /** @throws StatusError with the server's error */
  async listOrFail(
    type: string,
    namespace: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<ApiObject[]> {
    const resource = await this.resource(type)
    return this.objects.list(resource, namespace, query, this.limit)
  }

  /** @throws StatusError with the server's error */
  async get(type: string, namespace: string, name: string): Promise<ApiObject> {
    const resource = await this.resource(type)
    return this.objects.get({ resource, namespace, name })
  }

  /** A type as written on the command line, or `Kind@group/version`. */
  private async resource(type: string): Promise<Resource> {
    const [word = '', apiVersion] = type.split('@')
    const catalogue = await (await this.session.discovery()).catalogue()
    const resource = apiVersion ? findKind(catalogue, apiVersion, word) : findResource(catalogue, word)
    if (!resource) throw new StatusError(404, 'NotFound', 'the server could not find the requested resource')
    return resource
  }

  /** The events about an object, at the end of its description. */
  async events(writer: Writer, { metadata, kind }: ApiObject): Promise<void> {
    if (!this.showEvents) return
    const selectors = {
      'involvedObject.kind': kind,
      'involvedObject.name': metadata.name,
      'involvedObject.namespace': metadata.namespace,
      'involvedObject.uid': metadata.uid,
    }
    const fieldSelector = Object.entries(selectors)
      .filter(([, value]) => value)
      .map(([field, value]) => `${field}=${value ?? ''}`)
      .join(',')
    const events = await this.list('Event@v1', metadata.namespace ?? '', { fieldSelector })
    if (events) writeEvents(writer, events, this.now())
  }
}

/** A table of events, oldest first. */
export function writeEvents(writer: Writer, events: readonly ApiObject[], now: number): void {
  if (events.length === 0) return writer.line(0, 'Events:\t<none>')
  writer.flush()
  writer.line(0, 'Events:')
  writer.line(1, 'Type\tReason\tAge\tFrom\tMessage')
  writer.line(1, '----\t------\t----\t----\t-------')
  // Events of the scheduler have no last time, and so come first.
  const lastOf = ({ lastTimestamp }: Fields) => Date.parse(textOf(lastTimestamp)) || 0
  const sorted = itemsOf(events).sort((a, b) => lastOf(a) - lastOf(b))
  for (const event of sorted) {
    const count = typeof event.count === 'number' ? event.count : 0
    const first = ageText(now, event.firstTimestamp ?? event.eventTime)
    const age = count > 1 ? `${ageText(now, event.lastTimestamp)} (x${count} over ${first})` : first
    const source =
      textOf((event.source as { component?: string } | undefined)?.component) || textOf(event.reportingComponent)
    writer.line(1, [event.type, event.reason, age, source, textOf(event.message).trim()].map(textOf).join('\t'))
  }
}

/** Returns the text that `describe` prints for an object. */
export type Describe = (object: ApiObject, world: DescribeWorld) => Promise<string>
