/* Has the program itself set a variable of the environment that the C library reads? */
_Bool __model_library_variables_set;
