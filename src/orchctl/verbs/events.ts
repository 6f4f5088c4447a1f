import { readEvents } from '../../client/watch-events'
import type { ApiObject } from '../../machinery/object'
import { apiVersionOf, findResource } from '../core/catalogue'
import type { Call, Command } from '../core/command'
import { noSuchTypePlain, requireResource } from '../core/discovery'
import { CommandError } from '../core/errors'
import { ageText, fieldsOf, numberOf, textOf } from '../describe/common'
import { PRINT_FLAGS, printerOf } from '../print/printer'
import { formatRows } from '../print/tabwriter'
import { select } from '../resources/select'
import { collectionPath, Objects } from '../resources/server'

/** The command `orchctl events`. */
export const EVENTS: Command = {
  name: 'events',
  short: 'List events',
  section: 'Troubleshooting and Debugging Commands',
  flags: [
    ...PRINT_FLAGS,
    { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'Of all namespaces' },
    { name: 'chunk-size', type: 'int', default: '500', help: 'How many objects to ask for in one request' },
    { name: 'for', type: 'string', help: 'Only events about this object' },
    { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header' },
    { name: 'types', type: 'list', help: 'Only events of these types' },
    { name: 'watch', short: 'w', type: 'bool', default: 'false', help: 'Go on showing events' },
  ],
  run: events,
}

async function events(call: Call): Promise<void> {
  const { session, flags } = call
  for (const type of flags.list('types'))
    if (!/^(normal|warning)$/i.test(type)) throw new CommandError(`valid --types are Normal or Warning`)
  const everywhere = flags.bool('all-namespaces')
  const { name: namespace } = await session.namespace()
  const resource = await requireResource(await session.discovery(), 'events')
  const fieldSelector = await selectorFor(call)
  const printer = await printerOf(session, flags)
  const wanted = ({ type }: ApiObject): boolean =>
    flags.list('types').length === 0 ||
    flags.list('types').some((one) => one.toLowerCase() === textOf(type).toLowerCase())
  const place = everywhere ? '' : namespace
  const objects = new Objects(session)
  const found: ApiObject[] = []
  let version = ''
  for await (const page of objects.pages(resource, place, {
    query: { fieldSelector },
    limit: flags.int('chunk-size'),
  })) {
    version = page.metadata.resourceVersion ?? ''
    found.push(...page.items.map((item) => ({ ...item, apiVersion: 'v1', kind: 'Event' })).filter(wanted))
  }
  found.sort((a, b) => timeOf(a) - timeOf(b))
  if (found.length === 0 && !flags.bool('watch')) {
    session.err(everywhere ? 'No events found.' : `No events found in ${namespace} namespace.`)
    return
  }
  const widths: number[] = []
  let headed = flags.bool('no-headers')
  const show = (list: readonly ApiObject[]): void => {
    if (printer) return list.forEach((one, i) => session.io.stdout(printer.print(one, i)))
    const rows = list.map((one) => rowOf(one, session.io.clock.now(), everywhere))
    if (!headed)
      rows.unshift([...(everywhere ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'])
    headed = true
    session.io.stdout(formatRows(rows, widths))
  }
  if (printer && !flags.bool('watch'))
    return session.io.stdout(printer.print({ apiVersion: 'v1', kind: 'EventList', metadata: {}, items: found }, 0))
  show(found)
  if (!flags.bool('watch')) return
  const response = await (
    await session.api()
  ).response('GET', collectionPath(resource, place), {
    query: { fieldSelector, watch: 'true', resourceVersion: version },
  })
  if (!response.body) return
  for await (const { type, object } of readEvents(response.body))
    if (type !== 'DELETED' && type !== 'BOOKMARK' && wanted(object)) show([object])
}

const timeOf = (event: ApiObject): number =>
  Date.parse(textOf(event.lastTimestamp) || textOf(event.eventTime) || textOf(event.metadata.creationTimestamp))

async function selectorFor({ session, flags }: Call): Promise<string | undefined> {
  const word = flags.string('for')
  if (!word) return undefined
  if (!word.includes('/')) throw new CommandError(`--for must be in resource/name form`)
  const [type = '', , more] = word.split('/')
  if (more !== undefined) throw new CommandError('arguments in resource/name form may not have more than one slash')
  if (!(await (await session.discovery()).search((catalogue) => findResource(catalogue, type))))
    throw noSuchTypePlain(type)
  const { named } = await select(session, [word])
  const [one] = named
  return (
    one &&
    `involvedObject.apiVersion=${apiVersionOf(one.resource)},involvedObject.kind=${one.resource.kind},involvedObject.name=${one.name}`
  )
}

function rowOf(event: ApiObject, now: number, everywhere: boolean): string[] {
  const about = fieldsOf(event.involvedObject)
  const last = ageText(now, event.lastTimestamp ?? event.eventTime)
  const count = numberOf(event.count)
  const age = count > 1 ? `${last} (x${count} over ${ageText(now, event.firstTimestamp)})` : last
  return [
    ...(everywhere ? [event.metadata.namespace ?? ''] : []),
    age,
    textOf(event.type),
    textOf(event.reason),
    `${textOf(about.kind)}/${textOf(about.name)}`,
    textOf(event.message).trim(),
  ]
}
