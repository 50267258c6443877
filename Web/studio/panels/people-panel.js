// People: sessions, open invitations and tokens. For administrators.

import { heirsOf } from '../../tanada/entries.js';
import { textOf } from '../core/moments.js';
import { asName } from '../forms/plain-controls.js';
import { confirm, openDialog } from '../ui/dialogs.js';
import { button, labelled, make, select } from '../ui/elements.js';
import { addressOf } from '../ui/links.js';
import { Panel } from '../ui/panel.js';

const roles = ['viewer', 'contributor', 'editor', 'admin'];

class People extends Panel {
  #entries = null;
  #request = null;

  build() {
    const { t } = this.app;
    this.className = 'panel';
    this.dataset.panel = 'people';
    this.lists = make('div', 'people-lists');
    this.append(
      make('div', 'panel-head', {}, make('h2', '', {}, t('people')),
        button(t('createToken'), { action: 'create-token', press: () => this.#createToken() }),
        button(t('invite'), { look: 'primary', action: 'invite', press: () => this.#invite() })),
      make('p', 'help', {}, t('peopleHelp')), this.lists);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#request?.abort();
  }

  async #load() {
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    try {
      const { value } = await this.app.client.get('/v1/tokens', { signal });
      this.#entries = value.result;
      this.#draw();
    } catch (error) {
      this.app.fail(error);
    }
  }

  #draw() {
    const { t } = this.app;
    const now = Date.now();
    const isOver = ({ expires_at: end, revoked_at: revoked }) => revoked || (end && Date.parse(end) <= now);
    const open = this.#entries.filter((entry) => !isOver(entry));
    const ended = this.#entries.filter(isOver).reverse();
    const list = (title, entries) => make('section', 'group', { 'aria-label': title }, make('h3', '', {}, title),
      entries.length ? make('ul', 'list', {}, ...entries.map((entry) => this.#row(entry, isOver(entry))))
        : make('p', 'help', {}, t('none')));
    const kinds = [['session', 'sessions'], ['invitation', 'invitations'], ['token', 'tokens']];
    const before = [...this.lists.querySelectorAll('[data-token]')];
    const focused = before.findIndex((row) => row.contains(document.activeElement));
    this.lists.replaceChildren(
      ...kinds.map(([type, title]) => list(t(title), open.filter((entry) => entry.type === type))),
      ...(ended.length ? [make('details', 'group', {}, make('summary', '', {}, `${t('endedOnes')} (${ended.length})`),
        make('ul', 'list', {}, ...ended.map((entry) => this.#row(entry, true))))] : []));
    // The focus goes to the same row, or to the one in its place: those that have ended have nothing to press.
    const controls = heirsOf(before, focused)
      .map(({ dataset }) => this.lists.querySelector(`[data-token="${dataset.token}"] :is(select, button)`));
    controls.find(Boolean)?.focus();
  }

  #row(entry, isOver) {
    const { t, state } = this.app;
    const { session, language } = state.get();
    const moment = (text) => textOf(text, session.time_zone, language);
    const isOwn = entry.id === session.id;
    const expiry = entry.expires_at ? t('until', { moment: moment(entry.expires_at) }) : t('noEnd');
    const end = entry.revoked_at ? t('wasRevoked') : isOver ? t('hasExpired') : expiry;
    const use = entry.last_used_at ? t('lastUsed', { moment: moment(entry.last_used_at) }) : t('neverUsed');
    const role = isOver || isOwn || entry.type === 'invitation'
      ? make('span', 'tag', {}, t(`role_${entry.role}`))
      : this.#roleOf(entry);
    return make('li', 'person-row', { 'data-token': entry.id },
      make('span', 'list-title', {}, entry.name, isOwn ? ` · ${t('thisSession')}` : ''), role,
      isOver ? make('span')
        : button(`${t('revoke')}: ${entry.name}`, {
          icon: 'delete', look: 'plain', action: 'revoke', press: () => this.#revoke(entry),
        }),
      make('span', 'person-note', {}, `${end} · ${use}`));
  }

  #roleOf(entry) {
    const { t, client, notify } = this.app;
    const choice = select(roles.map((role) => [role, t(`role_${role}`)]), {
      value: entry.role,
      choose: async (role) => {
        try {
          await client.send('PATCH', `/v1/tokens/${entry.id}`, { json: { role } });
          notify(t('roleChanged', { name: entry.name, role: t(`role_${role}`) }));
        } catch (error) {
          this.app.fail(error);
        }
        this.#load();
      },
    });
    choice.setAttribute('aria-label', t('roleOf', { name: entry.name }));
    return choice;
  }

  async #revoke(entry) {
    const { t, client, notify } = this.app;
    const question = t('revokeQuestion', { name: entry.name });
    if (!(await confirm(t, question, { label: t('revoke'), action: 'revoke-yes' }))) return;
    try {
      await client.send('DELETE', `/v1/tokens/${entry.id}`);
      notify(t('revoked'));
      if (entry.id === this.app.state.get().session.id) return location.reload();
    } catch (error) {
      this.app.fail(error);
    }
    this.#load();
  }

  async #invite() {
    const { t } = this.app;
    const made = await this.#ask(t('inviteTitle'), t('invite'), '/v1/invitations');
    if (!made) return;
    await this.#showOnce(t('inviteTitle'), t('invitationMade', { name: made.name }), t('secretAddress'),
      addressOf(this.app, made.path));
  }

  async #createToken() {
    const { t } = this.app;
    const made = await this.#ask(t('createTokenTitle'), t('create'), '/v1/tokens');
    if (made) await this.#showOnce(t('createTokenTitle'), t('tokenMade'), t('secretText'), made.secret);
  }

  /** Asks for a name and a role, and sends them. */
  async #ask(title, label, path) {
    const { t, client } = this.app;
    const name = asName(make('input', '', {
      name: 'person_name', maxlength: 100, required: '', autocomplete: 'off',
    }));
    const help = make('p', 'help', {}, t('roleHelp_editor'));
    const role = select(roles.map((own) => [own, t(`role_${own}`)]), {
      name: 'person_role', value: 'editor', choose: (own) => (help.textContent = t(`roleHelp_${own}`)),
    });
    const named = labelled(t('inviteName'), name, { help: t('inviteNameHelp') });
    const fields = [named, labelled(t('inviteRole'), role), help];
    const answer = await openDialog(title, fields, {
      closeLabel: t('close'), allow: (value) => value !== 'yes' || name.reportValidity(),
      choices: [{ label: t('cancel'), value: '' }, { label, value: 'yes', look: 'primary', action: 'person-confirm' }],
    });
    if (answer !== 'yes') return null;
    try {
      const { value } = await client.send('POST', path, { json: { name: name.value.trim(), role: role.value } });
      this.#load();
      return value;
    } catch (error) {
      this.app.fail(error);
      return null;
    }
  }

  /** Shows a secret, which is not shown again. */
  #showOnce(title, text, label, secret) {
    const { t, notify } = this.app;
    const output = make('input', 'secret', { readonly: '', name: 'secret' });
    output.value = secret;
    const copy = button(t('copy'), {
      icon: 'copy', isLabelled: true, action: 'copy',
      press: async () => {
        output.select();
        try {
          await navigator.clipboard.writeText(secret);
          notify(t('copied'));
        } catch {
          // It is selected, for the keyboard.
        }
      },
    });
    return openDialog(title, [make('p', '', {}, text), labelled(label, output), copy], { closeLabel: t('close') });
  }
}

customElements.define('studio-people', People);
