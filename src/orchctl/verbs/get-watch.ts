import { readEvents, type WatchEvent } from '../../client/watch-events'
import type { ApiObject } from '../../machinery/object'
import type { Resource } from '../core/catalogue'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import { textOf } from '../describe/common'
import type { Printer } from '../print/printer'
import { isTable, TablePrinter } from '../print/table'
import type { Selection } from '../resources/select'
import { collectionPath, Objects } from '../resources/server'
import { StatusError } from '../../client/status-error'
import { itemsOf, listOptions, namespaceOf, plainTable, TABLE_ACCEPT, tableOptions } from './get-answers'

/** Prints a collection or an object, and then each change of it, until the command is stopped. */
export async function watchSelection(call: Call, selection: Selection, printer: Printer | undefined): Promise<void> {
  const { session, flags } = call
  const [named, otherNamed] = selection.named
  const [collection, otherCollection] = selection.collections
  const resource = named?.resource ?? collection
  if (otherCollection) throw new CommandError('you may only specify a single resource type')
  if (!resource || (named && collection))
    throw new CommandError('watch is only supported on individual resources and resource collections')
  if (flags.string('sort-by'))
    session.err('warning: --watch requested, --sort-by will be ignored for watch events received')
  const namespace = named?.namespace ?? (await namespaceOf(call))
  const show = shower(call, resource, printer)
  const { query, limit } = listOptions(call)
  const selected = named ? { ...query, fieldSelector: `metadata.name=${named.name}` } : query
  const accept = printer ? undefined : TABLE_ACCEPT
  const objects = new Objects(session)
  if (named) await objects.get({ resource, namespace, name: named.name })
  if (otherNamed) {
    for (const { name, resource: own } of selection.named)
      show('ADDED', await objects.get({ resource: own, namespace, name }, accept ? { accept } : {}))
    throw new CommandError('you may only watch a single resource or type of resource at a time')
  }
  let version = ''
  for await (const page of objects.pages(resource, namespace, { query: selected, limit, ...(accept && { accept }) })) {
    version = page.metadata.resourceVersion ?? ''
    if (!flags.bool('watch-only')) show('ADDED', page as unknown as ApiObject)
  }
  const api = await session.api()
  const response = await api.response('GET', collectionPath(resource, namespace), {
    query: { ...selected, watch: 'true', resourceVersion: version },
    ...(accept && { accept }),
    subject: { group: resource.group, resource: resource.name },
  })
  if (!response.body) return
  try {
    for await (const { type, object } of readEvents(response.body)) {
      if (type === 'ERROR') throw errorOf(object)
      if (type !== 'BOOKMARK') show(type, object)
    }
  } catch (error) {
    // A watch that lasted for the whole request timeout ends successfully.
    if (!session.timeLimited || session.io.signal.aborted) throw error
  }
}

function errorOf(status: ApiObject): Error {
  const { code, reason, message } = status
  return new StatusError(Number(code ?? 500), textOf(reason), textOf(message))
}

/** Prints changes in the format of the flags. */
function shower(
  call: Call,
  resource: Resource,
  printer: Printer | undefined,
): (type: WatchEvent['type'], object: ApiObject) => void {
  const { session, flags } = call
  const events = flags.bool('output-watch-events')
  const tables = new TablePrinter()
  let count = 0
  return (type, object) => {
    if (!printer) {
      const table = isTable(object) ? object : plainTable(object, resource, session.io.clock.now())
      const options = { ...tableOptions(call, resource), event: events ? type : undefined }
      session.io.stdout(tables.print(table, options))
      return
    }
    const items = Array.isArray(object.items) ? itemsOf(object, resource) : [object]
    for (const item of items) {
      const shown =
        events && flags.string('output') !== 'name' ? ({ type, object: item } as unknown as ApiObject) : item
      session.io.stdout(printer.print(shown, count++))
    }
  }
}
