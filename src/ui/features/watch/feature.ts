import type { Feature } from '../feature'

/** The area Watch: lists, watches and history of the store, step by step. */
export const watch: Feature = {
  id: 'watch',
  title: 'Watch',
  icon: 'watch',
  key: 'w',
  home: { to: '/watch' },
  pages: [{ path: '/watch', load: () => import('./WatchPage').then((m) => m.WatchPage) }],
}
