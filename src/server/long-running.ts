import type { RequestContext } from './context'

const LONG_SUBRESOURCES = new Set(['exec', 'attach', 'portforward', 'proxy'])

/** Whether the answer is a stream that stays open: such requests have no time limit. */
export const isLongRunning = ({ info, query }: RequestContext): boolean =>
  info.verb === 'watch' ||
  LONG_SUBRESOURCES.has(info.subresource) ||
  (info.subresource === 'log' && query.get('follow') === 'true')
