/**
 * The library's main entry point: a control plane with its stores, clocks and clients, independent of Node and of the
 * DOM.
 * Names exported here are stable; docs/library.md shows how to use them.
 */
export { startCluster, type Cluster, type ClusterOptions } from './cluster'
export { createControlPlane, type ControlPlane, type ControlPlaneOptions } from '../control-plane'
export { Client, type ObjectList, type PatchType, type RequestOptions, type Send } from '../client/client'
export { isStatus, StatusError } from '../client/status-error'
export { pathOf, type Query, type Target } from '../client/targets'
export type { WatchEvent } from '../client/watch-events'
export { listAndWatch, type ListWatchHandlers } from '../client/list-watch'
export type { Clock } from '../machinery/clock'
export {
  type ControllableClock,
  type ControllableClockState,
  createControllableClock,
} from '../machinery/controllable-clock'
export type { Outside, OutsideTrust } from '../machinery/egress'
export type { Json, JsonObject } from '../machinery/json'
export type { ApiObject, ObjectMeta } from '../machinery/object'
export { cryptoRandom, type Random } from '../machinery/random'
export { createSystemClock } from '../machinery/system-clock'
export type { UserInfo } from '../machinery/user'
export { createMemoryKeyStore, type KeyStore, type StoredKey } from '../pki/key-store'
export { createMemoryStore } from '../store/memory'
export {
  Compacted,
  FutureRevision,
  RevisionMismatch,
  type Store,
  StoreError,
  type StoreErrorCode,
  type StoreEvent,
} from '../store/store'
export type { Connection, Fetch } from '../transport/connection'
