import { changesCluster } from '../../../links/changes-cluster'
import type { RequestTrace } from '../../../server/trace'

/** Whether a program outside the page has changed something: no recording has what it sent, which may hold secrets. */
export const changedOutside = ({ client, method, path, status }: RequestTrace): boolean =>
  client !== undefined && status < 300 && changesCluster({ method, url: new URL(path, 'https://orchard.invalid').href })
