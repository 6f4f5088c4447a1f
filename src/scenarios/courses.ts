/** Lessons that belong together, in the order in which they are best done. */
export interface Course {
  readonly id: string
  readonly title: string
  readonly about: string
  /** Ids of lessons: the places of their files. */
  readonly lessons: readonly string[]
}

export const COURSES: readonly Course[] = [
  {
    id: 'objects',
    title: 'Objects and how they change',
    about: 'Versions, watches, pages, patches and deletion: the rules of every object.',
    lessons: [
      'objects/lost-update',
      'objects/two-versions',
      'objects/status-apart',
      'objects/selectors',
      'objects/pages',
      'objects/three-patches',
      'objects/dry-run',
      'objects/right-object',
      'objects/stuck-deletion',
      'objects/owners',
      'objects/custom-type',
      'objects/deprecated',
    ],
  },
]
