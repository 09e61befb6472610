// The gallery's entry: a page for looking at the board in every dress. Not part of the built page.
import { mount } from 'svelte';
import '../../src/app.css';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('app')! });
