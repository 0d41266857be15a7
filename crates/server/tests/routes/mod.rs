mod prompt_sets;
