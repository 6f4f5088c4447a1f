import type { RequestContext } from './context'

const LONG_SUBRESOURCES = new Set(['exec', 'attach', 'portforward', 'proxy'])

/** Whether the answer to a request is a stream that stays open: no time limit counts for it. */
export const isLongRunning = ({ info, query }: RequestContext): boolean =>
  info.verb === 'watch' ||
  LONG_SUBRESOURCES.has(info.subresource) ||
  (info.subresource === 'log' && query.get('follow') === 'true')
