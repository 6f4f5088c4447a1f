import type { ReadFlag } from '../machinery/flag-name'
import { serviceAccountGroups, serviceAccountUser } from '../authorization/policy'
import type { Feature } from '../api/releases/gates'
import type { GatedBehaviour } from '../api/releases/ledger'
import type { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import type { Clock } from '../machinery/clock'
import type { MetadataInformer } from '../machinery/feed'
import type { LifeEngines } from '../machinery/life-engines'
import type { Placements } from '../machinery/placement'
import type { Random } from '../machinery/random'
import { AUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import type { Authority } from '../pki/authority'
import type { SchedulerSettings } from '../scheduler/profiles'
import type { ServiceAccountIssuer } from '../authentication/service-account-issuer'
import type { ControllerName } from './names'

/** The dependencies of controllers, from the composition root. */
export interface ControllerDeps {
  /** Acts as the controller's own service account, with only the permissions of its role. */
  readonly client: Client
  /** Acts as the controller manager, which may list and watch everything: feeds the caches. */
  readonly reader: Client
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly signal: AbortSignal
  /** Minor number of the served release: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  readonly flag: ReadFlag
  /** Signs certificates. */
  readonly authority: Authority
  /** Metadata of objects of all kinds. */
  readonly feed: MetadataInformer
  /** PEM certificates that verify the API server, published in every namespace. */
  readonly rootCa: string
  readonly tokens: ServiceAccountIssuer
  /** The API server's address for clients. */
  readonly serverUrl: string
  readonly log: (controller: string, message: string) => void
  /** How long a deleted namespace keeps its content, in milliseconds; 0 if absent. */
  readonly namespaceDelayMs?: number | undefined
  /** Settings of the scheduler; its defaults if absent. */
  readonly scheduler?: SchedulerSettings | undefined
  /** Records the scheduler's decisions for the page. */
  readonly placements?: Placements
  /** Registers the engines that move objects through stages, for the page. */
  readonly lives?: LifeEngines
}

const SYSTEM_NAMESPACE = 'orch-system'

/** The user of a controller: its service account, or the controller manager. Neither is a cluster administrator. */
export const controllerUser = (account: string | undefined, user?: string): UserInfo =>
  user !== undefined
    ? { name: user, groups: [AUTHENTICATED_GROUP] }
    : account === undefined
      ? { name: 'system:orch-controller-manager', groups: [AUTHENTICATED_GROUP] }
      : {
          name: serviceAccountUser(SYSTEM_NAMESPACE, account),
          groups: [...serviceAccountGroups(SYSTEM_NAMESPACE), AUTHENTICATED_GROUP],
        }

/** One controller: its name, when it runs, its rights, and how it starts. */
export interface ControllerRow {
  /** The name used by `--controllers`. */
  readonly name: ControllerName
  /**
   * Whether `*` in `--controllers` includes it: `with-nodes` only if `--nodes` gives the cluster nodes, `with-workloads` then and in a
   * server without a page.
   */
  readonly defaultOn: boolean | 'with-nodes' | 'with-workloads'
  /** Its service account in the system namespace; the controller manager if absent. */
  readonly account?: string
  /** Its user if it is not a service account, as for the scheduler. It also reads as this user. */
  readonly user?: string
  /** The program that does this in a real cluster, and so the manager of the fields that it writes; the controller manager if absent. */
  readonly program?: 'orch-scheduler' | 'orchlet'
  /** Resources that it requires, as `version/resource` or `group/version/resource`: it is not started unless all are served. */
  readonly needs: readonly string[]
  /** Its roles and bindings if the defaults of a release have none. */
  readonly roles?: readonly ApiObject[]
  /** The resource that it works on, if not every release serves it. Without it the controller does nothing and gets no role. */
  readonly behaviour?: GatedBehaviour
  /** Resolves when `deps.signal` aborts. */
  start(deps: ControllerDeps): Promise<void>
}
