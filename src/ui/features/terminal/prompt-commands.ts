import type { Catalogue } from '../../../orchctl/core/catalogue'
import { parseFlags } from '../../../orchctl/core/flags'
import { GLOBAL_FLAGS } from '../../../orchctl/core/globals'
import type { Io } from '../../../orchctl/core/io'
import { Session as Client } from '../../../orchctl/core/session'
import { PROGRAM } from '../../../orchctl/core/words'
import { run } from '../../../orchctl/run'
import type { Identity } from '../../state/identity'
import type { Place } from '../../state/place'
import { builtinPrograms, readFile, writeFile } from './builtins'
import { hintFor } from './complete-line'
import type { FoundLink } from './found-links'
import { ioOf, type PageIo } from './page-io'
import { bytesOf, type Shell } from './shell/run-pipelines'

/** What a session uses of its page. */
export interface PromptHost extends Omit<PageIo, 'who'> {
  readonly identity: () => Identity
  readonly act: (name: string | undefined, groups: readonly string[]) => string
  readonly go: (place: Place) => void
  /** Called with the links in the last command's output. */
  readonly onLinks: (links: readonly FoundLink[]) => void
  /** The line to begin with, typed before a reload. */
  readonly typed: () => string
  /** Called with the line at the prompt whenever it is drawn. */
  readonly onLine: (text: string) => void
  /** Announces a command's end to screen readers. */
  readonly announce: (text: string) => void
}

/** What commands do to the prompt that they were typed at. */
export interface PromptEffects {
  /** Goes to a link of the last output; false if there is none. */
  readonly follow: (what: 'why' | 'open', name: string | undefined) => boolean
  readonly clear: () => void
}

/** The programs that can be typed at a prompt, acting as the page's identity. */
export class PromptCommands {
  constructor(private readonly host: PromptHost) {}

  shell(effects: PromptEffects): Shell {
    const { act, edit } = this.host
    return {
      programs: {
        ...builtinPrograms({ act, edit, ...effects }),
        [PROGRAM]: (argv, { input, out, err, signal }) =>
          run(this.#io({ argv, stdin: () => bytesOf(input), stdout: out, stderr: err, signal })),
      },
      read: readFile,
      write: writeFile,
      hint: hintFor,
    }
  }

  /** For questions to the server that print nothing. */
  quiet(): Io {
    const nothing = (): void => undefined
    return this.#io({
      argv: [],
      stdin: () => Promise.resolve(new Uint8Array()),
      stdout: nothing,
      stderr: nothing,
      signal: new AbortController().signal,
    })
  }

  /** The served resources, for links; requested early, so that the first command need not wait. */
  async catalogue(): Promise<Catalogue> {
    const { values } = parseFlags([], GLOBAL_FLAGS, PROGRAM)
    return (await new Client(this.quiet(), values).discovery()).catalogue()
  }

  #io(call: Pick<Io, 'argv' | 'stdin' | 'stdout' | 'stderr' | 'signal'>): Io {
    return ioOf({ ...this.host, who: this.host.identity }, call)
  }
}
