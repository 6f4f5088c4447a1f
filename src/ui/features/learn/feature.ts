import type { Feature } from '../feature'

export const learn: Feature = {
  id: 'learn',
  title: 'Learn',
  icon: 'learn',
  key: 't',
  home: { to: '/learn' },
  pages: [{ path: '/learn', load: () => import('./LearnPage').then((m) => m.LearnPage) }],
  commands: [
    { id: 'learn', title: 'Lessons', icon: 'learn', words: 'tutorial course exercise teach', place: { to: '/learn' } },
  ],
}
