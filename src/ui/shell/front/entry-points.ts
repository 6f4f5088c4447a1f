import type { Client } from '../../../client/client'
import type { IconName } from '../../components/Icon'
import type { Discovery } from '../../queries/discovery'
import type { Session } from '../../state/connection'
import type { Place } from '../../state/place'

/** What an entry point may use to prepare its page. */
export interface EntryPointContext {
  readonly session: Session
  /** Has the administrator's rights. */
  readonly client: Client
  readonly discovery: Discovery | undefined
}

/** An entry point: its description, and the example that it loads before it opens a page. */
export interface EntryPoint {
  readonly id: string
  readonly title: string
  readonly about: string
  /** The first thing to happen there. */
  readonly moment: string
  readonly icon: IconName
  readonly action: string
  /**
   * Loads the example and resolves to the place to open, or to undefined if the browser loads another page. Rejects with what
   * could not be loaded.
   */
  readonly open: (world: EntryPointContext) => Promise<Place | undefined>
}

/** The lesson for newcomers; a test compares the entry's text with the lesson's file. */
export const FIRST_LESSON = 'objects/lost-update'

/** The cards of the front page, each a finished situation to start from. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  {
    id: 'rbac',
    title: 'Access control',
    about: 'Two teams share a cluster. Roles and bindings decide who may do what.',
    moment: 'Alice asks for the secrets of her team and gets a 403. See which rule is missing, and add it.',
    icon: 'access',
    action: 'Open a refused request',
    open: async ({ client }) => {
      const { loadTwoTeams } = await import('../../features/access/example')
      const { failures } = await loadTwoTeams(client)
      if (failures[0]) throw failures[0].error
      return { to: '/access/why', search: { who: 'user:alice', verb: 'list', what: 'secrets', ns: 'cider' } }
    },
  },
  {
    id: 'admission',
    title: 'Admission webhooks',
    about: 'A webhook is a function here. It sees every pod before it is stored, and can refuse or change it.',
    moment: 'A pod asks for an image with the tag latest. Follow it through the chain until the policy refuses it.',
    icon: 'admission',
    action: 'Open a refused pod',
    open: async (world) => (await import('./open-admission')).openAdmission(world),
  },
  {
    id: 'apply',
    title: 'Server-side apply',
    about: 'Several managers write one object. The server knows who owns each field.',
    moment: 'A pipeline wants to change an image that Alice owns. The conflict is open: force, give up, or share.',
    icon: 'apply',
    action: 'Open a conflict',
    open: async ({ client }) => {
      const [{ EXAMPLE, loadExample }, { labPlace }, { promise }] = await Promise.all([
        import('../../features/apply/example'),
        import('../../state/lab-place'),
        import('../../state/arrival'),
      ])
      await loadExample(client)
      promise('apply pipeline')
      return labPlace(EXAMPLE.info, EXAMPLE.namespace, EXAMPLE.name, { who: 'pipeline' })
    },
  },
  {
    id: 'lesson',
    title: 'A first lesson',
    about: 'Two people change the same object at the same time. One of them works with an old copy.',
    moment: 'Three steps, about 5 minutes. It checks your work automatically, and shows you how if you ask.',
    icon: 'learn',
    action: 'Start the lesson',
    open: async () => {
      const { startLesson } = await import('../../components/lesson/start-lesson')
      await startLesson(FIRST_LESSON)
      return undefined
    },
  },
]
