import type { Feature } from '../feature'

export const learn: Feature = {
  id: 'learn',
  title: 'Learn',
  icon: 'learn',
  key: 't',
  home: { to: '/learn' },
  pages: [
    { path: '/learn', load: () => import('./LearnPage').then((m) => m.LearnPage) },
    { path: '/open', load: () => import('./OpenPage').then((m) => m.OpenPage) },
  ],
  owns: ['/open'],
  commands: [
    {
      id: 'open-scenario',
      title: 'Open a scenario from a file',
      icon: 'learn',
      words: 'import shared link load state',
      place: { to: '/open' },
    },
    { id: 'learn', title: 'Lessons', icon: 'learn', words: 'tutorial course exercise teach', place: { to: '/learn' } },
  ],
}
