// <orch-playground lesson="…" scenario="…" panel="…" place="…">: a panel of Orchard in any page. See docs/embed.md.
// Nothing but this file and the frame is loaded; the page's own styles, scripts and storage are left alone.
{
  const MARK = 'orchard-embed'
  const SITE = new URL('.', document.currentScript.src)
  const LEAST_HEIGHT = 240
  const MOST_HEIGHT = 1200

  class OrchPlayground extends HTMLElement {
    static observedAttributes = ['scenario', 'lesson', 'panel', 'place']

    #frame
    #ready
    #tellReady = () => undefined
    #giveUp = () => undefined
    #calls = new Map()
    #next = 1
    #onMessage = (event) => this.#hear(event)

    connectedCallback() {
      addEventListener('message', this.#onMessage)
      this.#build()
    }

    disconnectedCallback() {
      removeEventListener('message', this.#onMessage)
      const gone = new Error('the playground was taken out of the page')
      this.#giveUp(gone)
      this.#end(gone)
      this.#frame?.remove()
      this.#frame = undefined
    }

    attributeChangedCallback(name, before, after) {
      if (!this.#frame || before === after) return
      if (name === 'panel' || name === 'place') this.#build()
      else this.#loadAttributes()
    }

    /** Makes the playground what a scenario starts with: an object, its text as YAML or JSON, `{ url }` or `{ lesson }`. */
    async load(scenario) {
      try {
        await this.#call({ type: 'load', ...sourceOf(scenario) })
        this.#tell('load', {})
      } catch (error) {
        this.#tell('error', { message: error.message })
        throw error
      }
    }

    /** Sends a request of the API; resolves with its status and text. */
    request(method, path, { body, contentType, as } = {}) {
      return this.#call({ type: 'request', method, path, body, contentType, as })
    }

    #build() {
      this.#end(new Error('the playground was built again'))
      this.#frame?.remove()
      const src = new URL(SITE)
      src.searchParams.set('embed', this.getAttribute('panel') ?? 'objects')
      src.searchParams.set('plane', planeName(this.getAttribute('name') ?? this.id))
      src.hash = this.getAttribute('place') ?? ''
      const frame = document.createElement('iframe')
      frame.title = this.getAttribute('label') ?? 'Orchard, a simulated control plane'
      frame.allow = 'clipboard-write'
      frame.width = '100%'
      frame.height = this.getAttribute('height') ?? '480'
      frame.style.border = '0'
      frame.src = src.href
      const waiting = this.#tellReady
      this.#ready = new Promise((resolve, reject) => {
        this.#tellReady = resolve
        this.#giveUp = reject
      })
      this.#ready.catch(() => undefined) // whoever waits for it is told
      // Who waits for the frame before waits for this one.
      waiting(this.#ready)
      this.#frame = frame
      this.append(frame)
      this.#loadAttributes()
    }

    #loadAttributes() {
      const [url, lesson] = [this.getAttribute('scenario'), this.getAttribute('lesson')]
      if (url === null && lesson === null) return
      this.load(url === null ? { lesson } : { url }).catch(() => undefined) // the event tells it
    }

    async #call(message) {
      await this.#ready
      const id = this.#next++
      return new Promise((resolve, reject) => {
        this.#calls.set(id, { resolve, reject })
        this.#frame?.contentWindow?.postMessage({ mark: MARK, id, ...message }, SITE.origin)
      })
    }

    #end(error) {
      for (const { reject } of this.#calls.values()) reject(error)
      this.#calls.clear()
    }

    #tell(name, detail) {
      this.dispatchEvent(new CustomEvent(`orchard-${name}`, { detail }))
    }

    #hear({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow || origin !== SITE.origin || data?.mark !== MARK) return
      if (data.type === 'ready') this.#tellReady()
      else if (data.type === 'event') this.#tell(data.name, data.payload)
      else if (data.type === 'height' && !this.hasAttribute('height'))
        this.#frame.height = String(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, Number(data.height) + 40)))
      else if (data.type === 'answer') {
        const call = this.#calls.get(data.id)
        this.#calls.delete(data.id)
        if (data.error === undefined) call?.resolve(data.value)
        else call?.reject(new Error(data.error))
      }
    }
  }

  /** What a scenario is loaded from, as the frame takes it. */
  function sourceOf(scenario) {
    if (typeof scenario === 'string') return { scenario }
    const { url, lesson } = scenario
    if (typeof url === 'string') return { url: new URL(url, document.baseURI).href }
    return typeof lesson === 'string' ? { lesson } : { scenario: JSON.stringify(scenario) }
  }

  /** Playgrounds of one name share what is in them; it must be one that an address can carry. */
  function planeName(name) {
    const plain = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    return `embed-${plain.slice(0, 40).replace(/-+$/, '') || 'page'}`
  }

  customElements.define('orch-playground', OrchPlayground)
}
