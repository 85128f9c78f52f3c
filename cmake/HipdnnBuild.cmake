# SPDX-License-Identifier: MIT
# How everything here is compiled and linked: the language, the warnings, the sanitizers, what a library exports.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Products lie in the build tree as after installing: lib, lib/hipdnn_plugins, and (set in tools) bin.
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

option(HIPDNN_WERROR "Treat warnings as errors" ON)
set(HIPDNN_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them")

add_library(hipdnn_options INTERFACE)
target_compile_definitions(hipdnn_options INTERFACE _POSIX_C_SOURCE=200809L _XOPEN_SOURCE=700)
target_compile_options(hipdnn_options INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wstrict-prototypes;-Wmissing-prototypes>
    $<$<AND:$<BOOL:${HIPDNN_WERROR}>,$<COMPILE_LANGUAGE:C>>:-Werror>)
target_include_directories(hipdnn_options INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
if(HIPDNN_SANITIZE)
    target_compile_options(hipdnn_options INTERFACE -fsanitize=${HIPDNN_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    target_link_options(hipdnn_options INTERFACE -fsanitize=${HIPDNN_SANITIZE})
endif()

# A room of the house: a static library with hidden symbols that every product takes its own copy of.
function(hipdnn_add_room name)
    add_library(${name} STATIC ${ARGN})
    target_link_libraries(${name} PUBLIC hipdnn_options)
endfunction()

# A public shared library: exports what its version script lists, nothing else.
function(hipdnn_export target script)
    target_link_options(${target} PRIVATE LINKER:--version-script=${script} LINKER:--exclude-libs,ALL
        LINKER:-z,relro LINKER:-z,now)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
    if(NOT HIPDNN_SANITIZE)
        target_link_options(${target} PRIVATE LINKER:-z,defs)
    endif()
endfunction()

# An engine plugin made with the SDK: NAME and its sources. It lands where the backend looks by default.
function(hipdnn_add_engine_plugin name)
    add_library(${name} MODULE ${ARGN})
    target_link_libraries(${name} PRIVATE hipdnn_options hipdnn_plugin_sdk)
    hipdnn_export(${name} ${PROJECT_SOURCE_DIR}/cmake/engine_plugin.map)
    set_target_properties(${name} PROPERTIES
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/hipdnn_plugins/engines)
    install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/hipdnn_plugins/engines)
endfunction()
