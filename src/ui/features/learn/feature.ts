import type { Feature } from '../feature'

/** The area Learn: lessons and the editor for new ones. */
export const learn: Feature = {
  id: 'learn',
  title: 'Learn',
  icon: 'learn',
  key: 't',
  home: { to: '/learn' },
  pages: [
    { path: '/learn', load: () => import('./LearnPage').then((m) => m.LearnPage) },
    { path: '/learn/make', load: () => import('./make/MakePage').then((m) => m.MakePage) },
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
    {
      id: 'make-lesson',
      title: 'Make a lesson of this plane',
      words: 'author record write tutorial scenario',
      place: { to: '/learn/make' },
    },
    { id: 'learn', title: 'Lessons', icon: 'learn', words: 'tutorial course exercise teach', place: { to: '/learn' } },
  ],
}
