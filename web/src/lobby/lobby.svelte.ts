// The lobby as it stands, followed as long as somebody looks at it.
import { untrack } from 'svelte';
import { app } from '../app/app.svelte';
import { foldLobby, type LobbyState } from './fold';

class Lobby {
  state = $state.raw<LobbyState | null>(null);
  #lookers = $state(0);
  #wanted = $derived(this.#lookers > 0 && app.online);

  constructor() {
    app.hear((message) => {
      if (message.type === 'lobby') this.state = foldLobby(this.state, message);
    });
    // On every connection anew.
    $effect.root(() => {
      $effect(() => {
        if (!this.#wanted) return;
        this.#ask('lobby');
        return () => this.#ask('unlobby');
      });
    });
  }

  /** For an effect: the lobby is looked at until the answer is called. */
  follow(): () => void {
    untrack(() => this.#lookers++);
    return () => untrack(() => this.#lookers--);
  }

  #ask(type: 'lobby' | 'unlobby') {
    if (untrack(() => app.online)) app.connection.request({ type }).catch(() => {}); // asked again
  }
}

export const lobby = new Lobby();
