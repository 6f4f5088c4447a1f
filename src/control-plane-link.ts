import type { ContentMark } from './control-plane-content'
import { type ControlPlaneRuns } from './control-plane-runs'
import { parseFlags } from './parse-flags'
import { pageWords, splitPageFlags } from './page-flags'
import { judgeLink, type LinkRequest } from './links/rule'
import type { LinkAction, LinkState, MediumMove } from './server/control'
import { ARGV, CONTENT } from './storage/setting-names'
import type { KeyValues } from './store/key-values'
import { messageOf } from './machinery/message-of'

/** The request of a link at the start. */
export interface StartLink extends LinkRequest {
  readonly accepted: boolean
  /** The flags are those of the state that this plane was created for: they are saved rather than tried. */
  readonly own?: true
}

/** What the settings of a link are saved to and act on. */
export interface LinkOptions {
  /** Saves the flags of the last run for the next one. */
  readonly settings: Pick<KeyValues, 'get' | 'put'>
  /** Lets a link's relay reach the cluster, or ends that; undefined if relays are not available. */
  readonly relay?: (address: string | undefined) => void
  readonly log: (message: string) => void
}

const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The saved flags, and those of a link on trial: nothing is saved until the user says so. */
export class LinkedFlags {
  #saved: readonly string[] = []
  /** The running flags came from a link. */
  #trial = false
  #relay: string | undefined
  #error: string | undefined
  /** The flags of a link that failed to start. */
  #unfit: readonly string[] | undefined

  constructor(
    private readonly options: LinkOptions,
    private readonly runs: ControlPlaneRuns,
    private readonly content: ContentMark,
  ) {}

  get saved(): readonly string[] {
    return this.#saved
  }

  /** Starts with the flags of a link if the cluster may accept them and they run; else with those of the last run. */
  async firstStart(link: StartLink | undefined): Promise<void> {
    const { settings } = this.options
    const [argv, content] = await Promise.all([settings.get(ARGV), settings.get(CONTENT)])
    const words = (argv as readonly string[] | undefined) ?? []
    const kept = content as boolean | undefined
    this.runs.flags = this.#saved = words
    const fresh = (await this.runs.openedStore()).count('') === 0
    await this.content.begin(kept, words.length > 0 || (kept ?? !fresh))
    const taken = link && this.#mayTake(link.accepted) ? link : undefined
    if (taken?.relay !== undefined) this.#useRelay(taken.relay)
    if (taken?.argv && !sameWords(taken.argv, words) && (await this.#startWith(taken.argv, taken.own))) return
    await this.runs.start(words)
  }

  /** Restarts with other flags, and saves them unless they are a link's. Rejects if they don't run; then the previous ones do. */
  restart(words: readonly string[]): Promise<void> {
    return this.change(words, (done) => this.runs.swap(words, done))
  }

  /** Changes the flags: `run` applies the change, and calls back once they run. Rejects on an invalid flag before anything is changed. */
  async change(words: readonly string[], run: (done: () => Promise<void>) => Promise<void>): Promise<void> {
    parseFlags(splitPageFlags(words).argv)
    await run(async () => {
      if (sameWords(words, this.#saved)) this.#trial = false
      else if (!this.#trial) await this.#save(words)
    })
  }

  /** Moves the stored content to another medium, and saves the flags that select it. */
  async move({ medium, durability, replace = false }: Omit<MediumMove, 'action'>): Promise<void> {
    if (this.#trial) throw new Error('the settings of a link are being tried: save or leave them first')
    const { argv, choice } = splitPageFlags(this.runs.flags)
    const words = pageWords({ argv, choice: { medium, durability: durability ?? choice.durability } })
    await this.runs.move(words, replace, () => this.#save(words))
  }

  async call(args: LinkAction): Promise<LinkState> {
    if (args.action === 'state') return this.#state()
    const state = args.action === 'try' ? await this.#try(args, args.accepted) : await this.#end(args.action)
    this.runs.emit('link', this.#state())
    return state
  }

  #mayTake(accepted: boolean): boolean {
    return judgeLink({ framed: false, content: this.content.made(), accepted }) === 'apply'
  }

  #state(ask = false): LinkState {
    return {
      content: this.content.made(),
      argv: this.runs.flags,
      saved: this.#saved,
      trial: this.#trial,
      ask,
      ...(this.#relay !== undefined && { relay: this.#relay }),
      ...(this.#error !== undefined && { error: this.#error }),
    }
  }

  async #save(words: readonly string[]): Promise<void> {
    await this.#keep(words)
    await this.content.note()
  }

  async #keep(words: readonly string[]): Promise<void> {
    await this.options.settings.put(ARGV, words)
    this.#saved = words
  }

  #useRelay(address: string | undefined): void {
    if (this.#relay === address) return
    this.#relay = address
    this.options.relay?.(address)
  }

  /**
   * Starts with the flags of the link; false if they fail. A failure of the plane's `own` flags is reported later, when its state is
   * created.
   */
  async #startWith(argv: readonly string[], own = false): Promise<boolean> {
    try {
      await this.runs.start(argv)
      this.#trial = !own
      if (own) await this.#keep(argv)
      return true
    } catch (error) {
      if (own) return false
      this.#error = messageOf(error)
      this.#unfit = argv
      this.options.log(`the control plane can't run with the settings of the link: ${this.#error}`)
      return false
    }
  }

  /** Runs with the settings of a link, and saves nothing. */
  async #try({ argv = this.#saved, relay }: LinkRequest, accepted: boolean): Promise<LinkState> {
    await this.runs.settled
    const runs = sameWords(argv, this.runs.flags)
    if (runs && (relay === undefined || relay === this.#relay)) return this.#state()
    if (!this.#mayTake(accepted)) return this.#state(true)
    if (!accepted && this.#unfit && sameWords(argv, this.#unfit)) return this.#state()
    const [trialBefore, relayBefore] = [this.#trial, this.#relay]
    this.#error = undefined
    if (relay !== undefined) this.#useRelay(relay)
    if (runs) return this.#state()
    this.#trial = true
    try {
      await this.restart(argv)
    } catch (error) {
      this.#trial = trialBefore
      this.#useRelay(relayBefore)
      throw error
    }
    return this.#state()
  }

  async #end(action: 'save' | 'leave'): Promise<LinkState> {
    if (action === 'save') {
      this.#trial = false
      await this.#save(this.runs.flags)
    } else {
      this.#useRelay(undefined)
      this.#error = undefined
      if (!sameWords(this.runs.flags, this.#saved)) await this.restart(this.#saved)
      this.#trial = false
    }
    return this.#state()
  }
}
