import { notFoundError, objectModified } from '../machinery/api-error'
import { mutableCopy } from '../machinery/mutable-copy'
import type { ApiObject } from '../machinery/object'
import { Disturbed, type Entry, type Store } from '../store/store'
import { CREATION, type Creation, storeNew } from './create-steps'
import { hubForm, keyOf, servedForm } from './storage'
import { LostRace, storeChanged } from './store-changed'
import { noSuchObject, otherObject, versionOf } from './update-preconditions'
import { UPDATE } from './update-steps'
import type { UpdateRules, WriteCall, Written } from './write-call'
import { take } from './write-steps'

/** Creates an object given in the request's version with defaults. Throws AlreadyExists, Invalid and whatever admission throws. */
export async function createObject(store: Store, call: WriteCall, object: ApiObject): Promise<Written> {
  const form = call.type.toHub(object)
  const inHub = form instanceof Promise ? await form : form
  const pause = call.breathe()
  if (pause) await pause
  for (;;) {
    try {
      return await createOnce(store, call, object, inHub)
    } catch (error) {
      // Another server claimed the same exclusive values: allocate others, or report the conflict.
      if (!(error instanceof Disturbed)) throw error
    }
  }
}

async function createOnce(store: Store, call: WriteCall, object: ApiObject, inHub: ApiObject): Promise<Written> {
  const creation: Creation = {
    store,
    call,
    sent: object,
    draft: mutableCopy(inHub),
    old: undefined,
    given: 0,
    begun: false,
  }
  try {
    await take(CREATION, creation)
    return await storeNew(creation)
  } catch (error) {
    if (creation.begun) call.type.hub.behaviour.abandonCreate?.(creation.draft, call.context)
    throw error
  }
}

/** Replaces an object by compare-and-swap; all rules of updates in one place (resource API, "Resource version semantics"). */
export async function updateObject(store: Store, call: WriteCall, rules: UpdateRules): Promise<Written> {
  const { type } = call
  const key = keyOf(type.hub, call.namespace, call.name)
  // Every lost round was won by another writer, so this terminates.
  for (;;) {
    const entry = store.get(key)
    if (!entry) {
      if (rules.isPatch && !rules.mayCreate) throw notFoundError(type, call.name)
      if (rules.mayCreate) await rules.onCreate?.()
      const fresh = await rules.next(undefined)
      if (fresh.metadata.uid)
        throw rules.isPatch ? noSuchObject(call, fresh.metadata.uid) : otherObject(call, fresh.metadata.uid)
      if (!rules.mayCreate) throw notFoundError(type, call.name)
      versionOf(fresh)
      // The old resourceVersion does not apply to a recreated object; a dry run shows it.
      const { resourceVersion, ...others } = fresh.metadata
      const metadata = call.dryRun && resourceVersion ? fresh.metadata : others
      return createObject(store, call, { ...fresh, metadata: { ...metadata, name: call.name } })
    }
    try {
      return await updateOnce(store, call, rules, entry)
    } catch (error) {
      if (error instanceof Disturbed) continue
      if (!(error instanceof LostRace)) throw error
      if (!error.mayRetry) throw objectModified(type.hub, call.name)
    }
  }
}

async function updateOnce(store: Store, call: WriteCall, rules: UpdateRules, entry: Entry): Promise<Written> {
  const { type } = call
  const live = await servedForm(entry, type)
  const old = await hubForm(entry, type.hub)
  await call.breathe(old)
  const sent = await rules.next(live)
  await call.breathe()
  const draft = mutableCopy(await type.toHub(sent))
  const update = { store, call, rules, entry, live, old, sent, draft, mayRetry: false }
  await take(UPDATE, update)
  return storeChanged(update)
}
