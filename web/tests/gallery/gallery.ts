// The gallery's entry: a page for looking at the board and the screens in every dress. Not part of
// the built page.
import { mount } from 'svelte';
import '../../src/app.css';
import Gallery from './Gallery.svelte';
import Screens from './Screens.svelte';

const target = document.getElementById('app')!;
const page = new URLSearchParams(location.search).get('page');
if (page) mount(Screens, { target, props: { page } });
else mount(Gallery, { target });
