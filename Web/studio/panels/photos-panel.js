// The library of photos.

import { subjectParts } from '../core/place.js';
import { photoGrid } from '../forms/photo-grid.js';
import { photoDrop, photoUploads } from '../forms/photo-upload.js';
import { make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';

class Photos extends Panel {
  #added = 0;

  build() {
    const { t, go, can } = this.app;
    this.classList.add('panel', 'photos-panel');
    this.grid = photoGrid(this.app, { choose: ({ id }) => go({ tab: 'photos', kind: null, subject: `photos/${id}` }) });
    this.uploads = photoUploads(this.app, { done: (photo) => this.#take(photo) });
    const drop = photoDrop(this.app, { isMultiple: true, take: (files) => this.#start(files) }, this.uploads);
    drop.isDisabled = !can('contributor');
    const heading = make('h2', '', {}, t('photos'));
    this.append(make('header', 'panel-head', {}, heading), drop, this.grid);
    this.grid.search();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.uploads.cancel();
  }

  update({ place, bases }, former) {
    const { type, name } = subjectParts(place.subject);
    if (place.subject !== former.place?.subject) this.grid.chosen = type === 'photos' ? name : null;
    const subject = `photos/${name}`;
    if (type !== 'photos' || !former.bases || bases[subject] === former.bases[subject] || !bases[subject]) return;
    // A photo that was loaded again may have another text, or be gone.
    const { value } = bases[subject];
    if (value === null) this.grid.remove(name);
    else if (former.bases[subject]) this.grid.put(value);
  }

  #start(files) {
    this.#added = 0;
    this.uploads.add(files);
  }

  #take(photo) {
    const { t, notify, go } = this.app;
    this.#added += 1;
    this.grid.put(photo);
    notify(this.#added === 1 ? t('photoAdded') : t('photosAdded', { count: this.#added }));
    const isOnly = !this.uploads.children.length && this.#added === 1;
    if (isOnly) go({ tab: 'photos', kind: null, subject: `photos/${photo.id}` });
  }
}

customElements.define('studio-photos', Photos);
