import type { ReadFlag } from '../machinery/flag-name'
import { serviceAccountGroups, serviceAccountUser } from '../authorization/policy'
import type { Feature } from '../api/releases/gates'
import type { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import type { Clock } from '../machinery/clock'
import type { MetadataInformer } from '../machinery/feed'
import type { Lives } from '../machinery/lives'
import type { Placements } from '../machinery/placement'
import type { Random } from '../machinery/random'
import { AUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import type { Authority } from '../pki/authority'
import type { SchedulerSettings } from '../scheduler/profiles'
import type { ServiceAccountIssuer } from '../authentication/service-account-issuer'

/** What controllers are built from; handed in by the composition root. */
export interface ControllerDeps {
  /** Speaks as the controller's own service account: what its role does not allow is refused. */
  readonly client: Client
  /** Speaks as the manager of all controllers, which may list and watch everything: feeds their caches. */
  readonly reader: Client
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly signal: AbortSignal
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  readonly flag: ReadFlag
  /** Signs certificates. */
  readonly authority: Authority
  /** Metadata of all kinds at once. */
  readonly feed: MetadataInformer
  /** PEM of the certificates that verify the API server, published in every namespace. */
  readonly rootCa: string
  readonly tokens: ServiceAccountIssuer
  /** Address of the API server as clients see it. */
  readonly serverUrl: string
  readonly log: (controller: string, message: string) => void
  /** What the scheduler is told; its defaults where absent. */
  readonly scheduler?: SchedulerSettings | undefined
  /** Where the scheduler leaves its decisions for people to look at. */
  readonly placements?: Placements
  /** Where those who move objects through stages say so, for people to look at. */
  readonly lives?: Lives
}

const SYSTEM_NAMESPACE = 'orch-system'

/** Who a controller is to the server: its service account, or the manager of all controllers. Neither is a cluster administrator. */
export const controllerUser = (account: string | undefined, user?: string): UserInfo =>
  user !== undefined
    ? { name: user, groups: [AUTHENTICATED_GROUP] }
    : account === undefined
      ? { name: 'system:orch-controller-manager', groups: [AUTHENTICATED_GROUP] }
      : {
          name: serviceAccountUser(SYSTEM_NAMESPACE, account),
          groups: [...serviceAccountGroups(SYSTEM_NAMESPACE), AUTHENTICATED_GROUP],
        }

export interface ControllerRow {
  /** As in `--controllers`. */
  readonly name: string
  /**
   * Runs when `--controllers` says `*`: `with-nodes` only where `--nodes` gives the cluster nodes, `with-workloads` there and in a
   * server without a page.
   */
  readonly defaultOn: boolean | 'with-nodes' | 'with-workloads'
  /** Who it is: a service account in the system's namespace; the manager itself when absent. */
  readonly account?: string
  /** Who it is where it is no service account but a user of its own: the scheduler. It reads as itself, too. */
  readonly user?: string
  /** What it can't work without, as `version/resource` or `group/version/resource`: it is not started where one is not served. */
  readonly needs: readonly string[]
  /** Its roles and bindings where the defaults of a release have none. */
  readonly roles?: readonly ApiObject[]
  /** Resolves when `deps.signal` aborts. */
  start(deps: ControllerDeps): Promise<void>
}
