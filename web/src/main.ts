// The page's entry.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { app } from './app/app.svelte';
import { followAddress } from './app/route.svelte';

followAddress();
app.start();
mount(App, { target: document.getElementById('app')! });
