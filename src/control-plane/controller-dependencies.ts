import type { Client } from '../client/client'
import { type ControllerDeps, type ControllerRow, controllerUser } from '../controllers/controllers'
import type { UserInfo } from '../machinery/user'
import { createFeed } from '../registry/feed'
import type { ServerParts } from './server'

/** What each controller works with: clients as its own user, and what the parts of the server lend it. Its work ends with `term`. */
export function controllerDependencies(parts: ServerParts, term: AbortSignal): (row: ControllerRow) => ControllerDeps {
  const { options, configuration, storage, security, observation, loopback } = parts
  const { feature, flag, release, authority, rootCa } = configuration
  const { clock, crypto, serverUrl } = options
  const feed = createFeed(storage.store, storage.catalogue)
  const readers = new Map<string, Client>()
  // Controllers that read as the same user share their watches.
  const readerOf = (user: UserInfo): Client => {
    const reader = readers.get(user.name) ?? loopback.client('orch-controller-manager/shared-informers', user)
    readers.set(user.name, reader)
    return reader
  }
  return ({ name, account, user, program = 'orch-controller-manager' }) => ({
    client: loopback.client(`${program}/${name}`, controllerUser(account, user)),
    reader: readerOf(controllerUser(undefined, user)),
    clock,
    random: configuration.randomFor(`controller ${name}`),
    crypto,
    // A signal of its own: each part of a controller listens to it, and hundreds of listeners on one signal look like a leak.
    signal: AbortSignal.any([term]),
    release: release.minor,
    feature,
    flag,
    feed,
    authority,
    rootCa,
    tokens: security.tokens,
    serverUrl,
    scheduler: configuration.scheduler,
    placements: observation.placements,
    lives: observation.lives,
    namespaceDelayMs: options.namespaceDelayMs,
    log: (controller, message) => options.log(`${controller}: ${message}`),
  })
}
