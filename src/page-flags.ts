import { flag } from './machinery/flag-definition'
import { FlagError } from './parse-flags'
import { splitFlags } from './split-flags'
import { DEFAULT_CHOICE, type StoreChoice } from './storage/provider'

/** Flags that exist only in a page; a server on a machine has a folder instead. */
export const PAGE_FLAGS = [
  flag(
    'store',
    'string',
    'Where the browser stores the cluster: its database, private files of this site, or memory only.',
    {
      default: DEFAULT_CHOICE.medium,
      oneOf: ['indexeddb', 'files', 'memory'],
    },
  ),
  flag(
    'durability',
    'string',
    'When a write is answered: once it is on the disk (strict), or once the browser and the operating system have it (relaxed).',
    {
      default: DEFAULT_CHOICE.durability,
      oneOf: ['relaxed', 'strict'],
    },
  ),
]

/** The words of a page's flags: those that choose the store, and the rest. */
export interface PageWords {
  readonly choice: StoreChoice
  /** The remaining words, for the control plane. */
  readonly argv: readonly string[]
}

/** Separates the page's flags from the others. Throws `FlagError`. */
export function splitPageFlags(words: readonly string[]): PageWords {
  const { own, argv } = splitFlags(words, PAGE_FLAGS)
  return {
    choice: {
      medium: own.get('store') as StoreChoice['medium'],
      durability: own.get('durability') as StoreChoice['durability'],
    },
    argv,
  }
}

/** The command-line words for these settings, without defaults. */
export const pageWords = ({ argv, choice: { medium, durability } }: PageWords): string[] => [
  ...argv,
  ...(medium === DEFAULT_CHOICE.medium ? [] : [`--store=${medium}`]),
  ...(durability === DEFAULT_CHOICE.durability ? [] : [`--durability=${durability}`]),
]

/** The store that these words choose; the default if they are not valid page flags. */
export function choiceOf(words: readonly string[]): StoreChoice {
  try {
    return splitPageFlags(words).choice
  } catch (error) {
    if (error instanceof FlagError) return DEFAULT_CHOICE
    throw error
  }
}
